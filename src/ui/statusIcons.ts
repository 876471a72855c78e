import * as lucide from 'lucide-react';
import type { IconName } from '../../domain/declarations/icons.ts';

/** Icons of requests and their statuses, bundled with the pages that use them (statusLooks.ts). */
export const statusIcons = {
  activity: lucide.Activity,
  archive: lucide.Archive,
  'badge-check': lucide.BadgeCheck,
  banknote: lucide.Banknote,
  'circle-dashed': lucide.CircleDashed,
  'circle-x': lucide.CircleX,
  clock: lucide.Clock,
  'credit-card': lucide.CreditCard,
  'file-text': lucide.FileText,
  hammer: lucide.Hammer,
  'list-checks': lucide.ListChecks,
  'package-check': lucide.PackageCheck,
  pencil: lucide.Pencil,
  plus: lucide.Plus,
  receipt: lucide.Receipt,
  send: lucide.Send,
  settings: lucide.Settings,
  wrench: lucide.Wrench,
} satisfies Partial<Record<IconName, lucide.LucideIcon>>;
