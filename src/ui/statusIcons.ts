import {
  Activity,
  Archive,
  BadgeCheck,
  Banknote,
  CircleDashed,
  CircleX,
  Clock,
  CreditCard,
  FileText,
  Hammer,
  ListChecks,
  PackageCheck,
  Pencil,
  Plus,
  Receipt,
  Send,
  Settings,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from '../../domain/declarations/icons.ts';

/** Icons of requests and their statuses, bundled with the pages that use them (statusLooks.ts). */
export const statusIcons = {
  activity: Activity,
  archive: Archive,
  'badge-check': BadgeCheck,
  banknote: Banknote,
  'circle-dashed': CircleDashed,
  'circle-x': CircleX,
  clock: Clock,
  'credit-card': CreditCard,
  'file-text': FileText,
  hammer: Hammer,
  'list-checks': ListChecks,
  'package-check': PackageCheck,
  pencil: Pencil,
  plus: Plus,
  receipt: Receipt,
  send: Send,
  settings: Settings,
  wrench: Wrench,
} satisfies Partial<Record<IconName, LucideIcon>>;
