/** Milliseconds without activity after which a task begins. */
const QUIET = 100;
/** A task begins this many milliseconds after it was added or the previous one ended, even while there is activity. */
const LATEST = 3_000;
/** More tasks are not held: the oldest is dropped. */
const MOST = 50;

type Task = () => Promise<void>;

/**
 * Deferrable tasks: they run one at a time, the newest first, while the process is quiet. Dropped when the process
 * ends.
 */
export class QuietTasks {
  private readonly waiting = new Map<string, Task>();
  private activeAt = 0;
  private waitingSince = 0;
  private isBusy = false;

  noteActivity(): void {
    this.activeAt = performance.now();
  }

  /** `task` handles its own failures. Of two with one key, the later replaces the earlier. */
  add(key: string, task: Task): void {
    if (this.waiting.size === 0) this.waitingSince = performance.now();
    this.waiting.delete(key);
    this.waiting.set(key, task);
    if (this.waiting.size > MOST) this.waiting.delete(this.waiting.keys().next().value ?? '');
    if (!this.isBusy) this.wait();
  }

  private wait(): void {
    const due = Math.min(this.activeAt + QUIET, this.waitingSince + LATEST);
    const left = due - performance.now();
    this.isBusy = true;
    setTimeout(() => (left > 0 ? this.wait() : void this.runNewest()), Math.max(left, 0)).unref();
  }

  private async runNewest(): Promise<void> {
    const [key, task] = [...this.waiting].at(-1) ?? [];
    if (key !== undefined) this.waiting.delete(key);
    await task?.();
    this.waitingSince = performance.now();
    this.isBusy = false;
    if (this.waiting.size > 0) this.wait();
  }
}
