import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** In the address: the camera is to be switched on. */
const CAMERA_QUERY = 'camera';

/** Whether the camera is on. A document that may not use it is loaded again with it on. Only for routes that declare `camera`. */
export function useCamera(): [boolean, (isOn: boolean) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isWanted = query.has(CAMERA_QUERY);
  const [isOn, setIsOn] = useState(isWanted && isCameraAllowed());
  useEffect(() => {
    if (!isWanted) return;
    const others = new URLSearchParams(query);
    others.delete(CAMERA_QUERY);
    void navigate({ search: others.toString() }, { replace: true });
  }, [isWanted, query, navigate]);
  const switchTo = (to: boolean): void => {
    if (to && !isCameraAllowed()) reloadForCamera();
    else setIsOn(to);
  };
  return [isOn, switchTo];
}

/** Only some documents may use the camera, and a page reached from another one is still in that one's document. */
function isCameraAllowed(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined) return true;
  return new URL(navigation.name).pathname === window.location.pathname;
}

function reloadForCamera(): void {
  const address = new URL(window.location.href);
  address.searchParams.set(CAMERA_QUERY, '1');
  window.location.assign(address);
}
