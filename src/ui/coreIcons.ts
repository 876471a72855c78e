import {
  ArrowRight, CalendarDays, Check, ChevronDown, ChevronLeft, ChevronRight, Circle, CircleCheck, ClipboardList,
  Ellipsis, ExternalLink, Eye, EyeOff, House, Info, Lock, LogIn, LogOut, Menu, Moon, Pause, Play, RefreshCw, Search,
  Settings, Sun, SunMoon, TriangleAlert, User, Wrench, X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from '../../domain/icons.ts';

/** The icons of the shell and of what visitors read: in every first load. */
export const coreIcons = {
  'arrow-right': ArrowRight, 'calendar-days': CalendarDays, check: Check, 'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft, 'chevron-right': ChevronRight, circle: Circle, 'circle-check': CircleCheck,
  'clipboard-list': ClipboardList, ellipsis: Ellipsis, 'external-link': ExternalLink, eye: Eye, 'eye-off': EyeOff,
  house: House, info: Info, lock: Lock, 'log-in': LogIn, 'log-out': LogOut, menu: Menu, moon: Moon, pause: Pause,
  play: Play, 'refresh-cw': RefreshCw, search: Search, settings: Settings, sun: Sun, 'sun-moon': SunMoon,
  'triangle-alert': TriangleAlert, user: User, wrench: Wrench, x: X,
} satisfies Partial<Record<IconName, LucideIcon>>;
