import {
  ArchiveRestore, ArrowDown, ArrowLeft, ArrowUp, ArrowUpDown, Award, Ban, Bell, BookOpen, Box, Boxes, Building,
  Building2, Calculator, Calendar, CalendarCheck, CalendarClock, CalendarOff, CalendarPlus, CalendarRange, Camera,
  ChartColumn, ChevronUp, ChevronsUpDown, CircleDot, CirclePause, CircleQuestionMark, Clipboard, ClipboardCheck,
  ClockArrowUp, CloudUpload, Code, Coins, Columns3, Contact, Copy, Download, EllipsisVertical, File, FileCheck,
  FileClock, FileCode, FileImage, FilePen, FilePlus, Files, Filter, Flag, Folder, FolderOpen, FolderTree, Gift,
  Globe, GraduationCap, GripVertical, HandCoins, Hash, Heart, History, IdCard, Image, Inbox, Key, KeyRound, Layers,
  LayoutDashboard, LayoutGrid, LayoutTemplate, Library, Lightbulb, Link, List, ListFilter, ListOrdered, ListPlus,
  LockKeyhole, Mail, Map, MapPin, Megaphone, MessageCircle, MessageSquare, Minus, Monitor, MoveDown, MoveUp,
  Newspaper, Package, PackageOpen, Palette, PanelLeft, PanelsTopLeft, Paperclip, Percent, Phone, Pin, Plug, Printer,
  Puzzle, QrCode, Redo, Rocket, RotateCcw, Ruler, Save, School, Scissors, ScrollText, Server, Settings2, Shapes,
  Share, Shield, ShieldCheck, ShoppingBag, ShoppingCart, SlidersHorizontal, SquareCheck, Star, Store, Table, Tag,
  Tags, Text, Thermometer, Ticket, TicketCheck, Timer, ToggleLeft, Trash2, Type, Undo, Undo2, Unlink, Unlock, Upload,
  UserCheck, UserCog, UserPlus, Users, UsersRound, Wallet, Wifi, Zap,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { IconName } from '../../domain/icons.ts';
import type { coreIcons } from './coreIcons.ts';
import type { statusIcons } from './statusIcons.ts';

/** All others, loaded when the first of them is wanted. Complete by its type: a name without a drawing does not compile. */
export const otherIcons: Record<Exclude<IconName, keyof typeof coreIcons | keyof typeof statusIcons>, LucideIcon> = {
  'archive-restore': ArchiveRestore, 'arrow-down': ArrowDown, 'arrow-left': ArrowLeft, 'arrow-up': ArrowUp,
  'arrow-up-down': ArrowUpDown, award: Award, ban: Ban, bell: Bell, 'book-open': BookOpen, box: Box, boxes: Boxes,
  building: Building, 'building-2': Building2, calculator: Calculator, calendar: Calendar,
  'calendar-check': CalendarCheck, 'calendar-clock': CalendarClock, 'calendar-off': CalendarOff,
  'calendar-plus': CalendarPlus, 'calendar-range': CalendarRange, camera: Camera, 'chart-column': ChartColumn,
  'chevron-up': ChevronUp, 'chevrons-up-down': ChevronsUpDown, 'circle-dot': CircleDot, 'circle-pause': CirclePause,
  'circle-question-mark': CircleQuestionMark, clipboard: Clipboard, 'clipboard-check': ClipboardCheck,
  'clock-arrow-up': ClockArrowUp, 'cloud-upload': CloudUpload, code: Code, coins: Coins, 'columns-3': Columns3,
  contact: Contact, copy: Copy, download: Download, 'ellipsis-vertical': EllipsisVertical, file: File,
  'file-check': FileCheck, 'file-clock': FileClock, 'file-code': FileCode, 'file-image': FileImage,
  'file-pen': FilePen, 'file-plus': FilePlus, files: Files, filter: Filter, flag: Flag, folder: Folder,
  'folder-open': FolderOpen, 'folder-tree': FolderTree, gift: Gift, globe: Globe, 'graduation-cap': GraduationCap,
  'grip-vertical': GripVertical, 'hand-coins': HandCoins, hash: Hash, heart: Heart, history: History,
  'id-card': IdCard, image: Image, inbox: Inbox, key: Key, 'key-round': KeyRound, layers: Layers,
  'layout-dashboard': LayoutDashboard, 'layout-grid': LayoutGrid, 'layout-template': LayoutTemplate,
  library: Library, lightbulb: Lightbulb, link: Link, list: List, 'list-filter': ListFilter,
  'list-ordered': ListOrdered, 'list-plus': ListPlus, 'lock-keyhole': LockKeyhole, mail: Mail, map: Map,
  'map-pin': MapPin, megaphone: Megaphone, 'message-circle': MessageCircle, 'message-square': MessageSquare,
  minus: Minus, monitor: Monitor, 'move-down': MoveDown, 'move-up': MoveUp, newspaper: Newspaper, package: Package,
  'package-open': PackageOpen, palette: Palette, 'panel-left': PanelLeft, 'panels-top-left': PanelsTopLeft,
  paperclip: Paperclip, percent: Percent, phone: Phone, pin: Pin, plug: Plug, printer: Printer, puzzle: Puzzle,
  'qr-code': QrCode, redo: Redo, rocket: Rocket, 'rotate-ccw': RotateCcw, ruler: Ruler, save: Save, school: School,
  scissors: Scissors, 'scroll-text': ScrollText, server: Server, 'settings-2': Settings2, shapes: Shapes,
  share: Share, shield: Shield, 'shield-check': ShieldCheck, 'shopping-bag': ShoppingBag,
  'shopping-cart': ShoppingCart, 'sliders-horizontal': SlidersHorizontal, 'square-check': SquareCheck, star: Star,
  store: Store, table: Table, tag: Tag, tags: Tags, text: Text, thermometer: Thermometer, ticket: Ticket,
  'ticket-check': TicketCheck, timer: Timer, 'toggle-left': ToggleLeft, 'trash-2': Trash2, type: Type, undo: Undo,
  'undo-2': Undo2, unlink: Unlink, unlock: Unlock, upload: Upload, 'user-check': UserCheck, 'user-cog': UserCog,
  'user-plus': UserPlus, users: Users, 'users-round': UsersRound, wallet: Wallet, wifi: Wifi, zap: Zap,
};
