import {
  Activity,
  Archive,
  BadgeCheck,
  Banknote,
  CircleDashed,
  CircleX,
  Clock,
  CreditCard,
  Eye,
  EyeOff,
  FileText,
  Hammer,
  ListChecks,
  PackageCheck,
  Pencil,
  Plus,
  Receipt,
  Send,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from '../../domain/icons.ts';

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
  eye: Eye,
  'eye-off': EyeOff,
  'file-text': FileText,
  hammer: Hammer,
  'list-checks': ListChecks,
  'package-check': PackageCheck,
  pencil: Pencil,
  plus: Plus,
  receipt: Receipt,
  send: Send,
} satisfies Partial<Record<IconName, LucideIcon>>;
