/** In the address: the camera is to be switched on. */
export const CAMERA_QUERY = 'camera';

/** Only some documents may use the camera, and a page reached from another one is still in that one's document. */
export function cameraIsAllowed(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined) return true;
  return new URL(navigation.name).pathname === window.location.pathname;
}

export function reloadForCamera(): void {
  const address = new URL(window.location.href);
  address.searchParams.set(CAMERA_QUERY, '1');
  window.location.assign(address);
}
