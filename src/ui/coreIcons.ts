import {
  Activity, Archive, ArrowDown, ArrowRight, ArrowUp, BadgeCheck, Banknote, CalendarDays, Check, ChevronDown,
  ChevronLeft, ChevronRight, ChevronsUpDown, Circle, CircleCheck, CircleDashed, CircleX, ClipboardList, Clock, Code,
  CreditCard, Ellipsis, Eye, EyeOff, FilePen, FilePlus, FileText, Hammer, House, Inbox, Info, ListChecks, Lock, LogIn,
  LogOut, Menu, Minus, Moon, PackageCheck, Pencil, Plus, Receipt, Redo, RefreshCw, Save, Search, Send, Settings, Sun,
  SunMoon, Table, Text, TriangleAlert, Type, User, UserCheck, Wrench, X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from '../../domain/icons.ts';

/** The icons of the shell, the kit and the portal pages: in every first load. */
export const coreIcons = {
  activity: Activity, archive: Archive, 'arrow-down': ArrowDown, 'arrow-right': ArrowRight, 'arrow-up': ArrowUp,
  'badge-check': BadgeCheck, banknote: Banknote, 'calendar-days': CalendarDays, check: Check,
  'chevron-down': ChevronDown, 'chevron-left': ChevronLeft, 'chevron-right': ChevronRight,
  'chevrons-up-down': ChevronsUpDown, circle: Circle, 'circle-check': CircleCheck, 'circle-dashed': CircleDashed,
  'circle-x': CircleX, 'clipboard-list': ClipboardList, clock: Clock, code: Code, 'credit-card': CreditCard,
  ellipsis: Ellipsis, eye: Eye, 'eye-off': EyeOff, 'file-pen': FilePen, 'file-plus': FilePlus, 'file-text': FileText,
  hammer: Hammer, house: House, inbox: Inbox, info: Info, 'list-checks': ListChecks, lock: Lock, 'log-in': LogIn,
  'log-out': LogOut, menu: Menu, minus: Minus, moon: Moon, 'package-check': PackageCheck, pencil: Pencil, plus: Plus,
  receipt: Receipt, redo: Redo, 'refresh-cw': RefreshCw, save: Save, search: Search, send: Send, settings: Settings,
  sun: Sun, 'sun-moon': SunMoon, table: Table, text: Text, 'triangle-alert': TriangleAlert, type: Type, user: User,
  'user-check': UserCheck, wrench: Wrench, x: X,
} satisfies Partial<Record<IconName, LucideIcon>>;
