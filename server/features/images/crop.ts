export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Parses "x,y,width,height" in whole pixels; null when invalid. */
export function readCrop(text: string): Area | null {
  const [, x, y, width, height] = /^(\d{1,5}),(\d{1,5}),([1-9]\d{0,4}),([1-9]\d{0,4})$/.exec(text) ?? [];
  if (height === undefined) return null;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

export function fits(area: Area, { width, height }: Size): boolean {
  return area.x + area.width <= width && area.y + area.height <= height;
}

export function isTurned(orientation: number): boolean {
  return orientation >= 5;
}

/** A displayed region in the coordinates of the stored file. */
export function inFile({ x, y, width, height }: Area, orientation: number, file: Size): Area {
  const right = file.width - x - width;
  const below = file.height - y - height;
  const turned = { width: height, height: width };
  switch (orientation) {
    case 2:
      return { x: right, y, width, height };
    case 3:
      return { x: right, y: below, width, height };
    case 4:
      return { x, y: below, width, height };
    case 5:
      return { x: y, y: x, ...turned };
    case 6:
      return { x: y, y: file.height - x - width, ...turned };
    case 7:
      return { x: file.width - y - height, y: file.height - x - width, ...turned };
    case 8:
      return { x: file.width - y - height, y: x, ...turned };
    default:
      return { x, y, width, height };
  }
}
