import { useEffect, useRef, useState } from 'react';
import { Banner } from '../Banner.tsx';
import { cameraStream } from '../deviceApis.ts';
import styles from './Camera.module.css';
import { PictureReader } from './readPicture.ts';

/** Milliseconds between two frames that are read: often enough for a hand that holds a phone, and easy on its battery. */
const FRAME_MS = 150;

export interface CameraProps {
  /** Called for every frame with a code. */
  onText: (text: string) => void;
}

/** What the camera sees, read for codes. */
export function Camera({ onText }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    let isLeft = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    const reader = new PictureReader();
    const start = async (): Promise<void> => {
      stream = await cameraStream();
      const element = video.current;
      if (isLeft || element === null) return stop(stream);
      element.srcObject = stream;
      await element.play();
      timer = setInterval(() => {
        const text = reader.read(element, element.videoWidth, element.videoHeight);
        if (text !== null) latest.current(text);
      }, FRAME_MS);
    };
    start().catch((error: unknown) => {
      if (!isLeft) setFault(cameraFault(error));
    });
    return () => {
      isLeft = true;
      clearInterval(timer);
      stop(stream);
    };
  }, []);
  if (fault !== null) return <Banner tone="error">{fault}</Banner>;
  return <video ref={video} className={styles.video} muted playsInline aria-label="What the camera sees" />;
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

const OTHERWISE = 'Type the code, use a picture of it, or use a scanner.';

function cameraFault(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return `The camera is blocked. Allow it for this site in your browser’s settings. ${OTHERWISE}`;
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No camera was found. ${OTHERWISE}`;
  if (name === 'SecurityError') return `The camera works only on pages opened with https. ${OTHERWISE}`;
  return `The camera could not be started. Another app may be using it. ${OTHERWISE}`;
}
