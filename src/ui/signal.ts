export type SignalTone = 'success' | 'warning' | 'error';

/** Tones, each [hertz, seconds]: rising for what is done, low and twice for what is not. */
const TONES: Readonly<Record<SignalTone, readonly [number, number][]>> = {
  success: [
    [880, 0.09],
    [1320, 0.12],
  ],
  warning: [
    [520, 0.12],
    [520, 0.12],
  ],
  error: [
    [220, 0.18],
    [180, 0.25],
  ],
};
const PATTERNS: Readonly<Record<SignalTone, number[]>> = {
  success: [80],
  warning: [80, 60, 80],
  error: [200, 80, 200],
};

let context: AudioContext | null = null;

/** To be heard and felt by who looks at the person, not at the screen. Silent where the browser does not allow it. */
export function signal(tone: SignalTone): void {
  try {
    // Absent on computers and in Safari.
    (navigator.vibrate as ((pattern: number[]) => boolean) | undefined)?.call(navigator, PATTERNS[tone]);
    context ??= new AudioContext();
    void context.resume();
    let at = context.currentTime;
    for (const [hertz, seconds] of TONES[tone]) {
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      oscillator.frequency.value = hertz;
      gain.gain.value = 0.15;
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(at + seconds);
      at += seconds + 0.04;
    }
  } catch {
    // Words say it too.
  }
}
