/** Loaded with the rest of the shell's code. */
export { ToastRegion } from '../../ui/ToastRegion.tsx';
