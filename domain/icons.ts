/** The icons that declarations may name (lucide's names). src/ui/Icon.tsx draws them; an unknown name stops the start. */
export const ICONS = [
  'activity', 'archive', 'archive-restore', 'arrow-down', 'arrow-left', 'arrow-right', 'arrow-up', 'arrow-up-down',
  'award', 'badge-check', 'ban', 'banknote', 'bell', 'book-open', 'box', 'boxes', 'building', 'building-2',
  'calculator', 'calendar', 'calendar-check', 'calendar-clock', 'calendar-days', 'calendar-off', 'calendar-plus', 'calendar-range',
  'camera', 'chart-column', 'check', 'chevron-down', 'chevron-left', 'chevron-right', 'chevron-up', 'chevrons-up-down', 'circle',
  'circle-check', 'circle-dashed', 'circle-dot', 'circle-pause', 'circle-question-mark', 'circle-x', 'clipboard',
  'clipboard-check', 'clipboard-list', 'clock', 'clock-arrow-up', 'cloud-upload', 'code', 'coins', 'columns-3',
  'contact', 'copy', 'credit-card', 'download', 'ellipsis', 'ellipsis-vertical', 'external-link', 'eye', 'eye-off', 'file',
  'file-check', 'file-clock', 'file-code', 'file-image', 'file-pen', 'file-plus', 'file-text', 'files', 'filter',
  'flag', 'folder', 'folder-open', 'folder-tree', 'gift', 'globe', 'graduation-cap', 'grip-vertical', 'hammer',
  'hand-coins', 'hash', 'heart', 'history', 'house', 'id-card', 'image', 'inbox', 'info', 'key', 'key-round',
  'layers', 'layout-dashboard', 'layout-grid', 'layout-template', 'library', 'lightbulb', 'link', 'list',
  'list-checks', 'list-filter', 'list-ordered', 'list-plus', 'lock', 'lock-keyhole', 'log-in', 'log-out', 'mail',
  'map', 'map-pin', 'megaphone', 'menu', 'message-circle', 'message-square', 'minus', 'monitor', 'moon', 'move-down',
  'move-up', 'newspaper', 'package', 'package-check', 'package-open', 'palette', 'panel-left', 'panels-top-left',
  'paperclip', 'pause', 'pencil', 'percent', 'phone', 'pin', 'play', 'plug', 'plus', 'printer', 'puzzle', 'qr-code',
  'receipt', 'redo', 'refresh-cw', 'rocket', 'rotate-ccw', 'ruler', 'save', 'school', 'scissors', 'scroll-text',
  'search', 'send', 'server', 'settings', 'settings-2', 'shapes', 'share', 'shield', 'shield-check', 'shopping-bag',
  'shopping-cart', 'sliders-horizontal', 'square-check', 'star', 'store', 'sun', 'sun-moon', 'table', 'tag', 'tags',
  'text', 'thermometer', 'ticket', 'ticket-check', 'timer', 'toggle-left', 'trash-2', 'triangle-alert', 'type',
  'undo', 'undo-2', 'unlink', 'unlock', 'upload', 'user', 'user-check', 'user-cog', 'user-plus', 'users',
  'users-round', 'wallet', 'wifi', 'wrench', 'x', 'zap',
] as const;

export type IconName = (typeof ICONS)[number];

export function isIconName(name: string): name is IconName {
  return (ICONS as readonly string[]).includes(name);
}
