export { calendar } from '../../../calendar-ours.tsx';
