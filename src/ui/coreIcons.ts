import * as lucide from 'lucide-react';
import type { IconName } from '../../domain/declarations/icons.ts';

/** Icons of the shell and of public pages, part of the initial bundle. */
export const coreIcons = {
  'arrow-right': lucide.ArrowRight,
  'calendar-days': lucide.CalendarDays,
  check: lucide.Check,
  'chevron-down': lucide.ChevronDown,
  'chevron-left': lucide.ChevronLeft,
  'chevron-right': lucide.ChevronRight,
  circle: lucide.Circle,
  'circle-check': lucide.CircleCheck,
  'clipboard-list': lucide.ClipboardList,
  ellipsis: lucide.Ellipsis,
  house: lucide.House,
  info: lucide.Info,
  lock: lucide.Lock,
  'log-in': lucide.LogIn,
  'log-out': lucide.LogOut,
  menu: lucide.Menu,
  moon: lucide.Moon,
  pause: lucide.Pause,
  play: lucide.Play,
  'refresh-cw': lucide.RefreshCw,
  search: lucide.Search,
  sun: lucide.Sun,
  'sun-moon': lucide.SunMoon,
  'triangle-alert': lucide.TriangleAlert,
  user: lucide.User,
  x: lucide.X,
} satisfies Partial<Record<IconName, lucide.LucideIcon>>;
