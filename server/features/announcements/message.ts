import { type MessageCategory } from '../../../domain/messages/messages.ts';
import type { Model } from '../../../domain/declarations/model.ts';
import { categoryOf } from '../messages/notify.ts';

export const ANNOUNCEMENT = { event: 'announcement', audience: 'people' } as const;

export function announcementCategory(model: Model): MessageCategory {
  const event = model.messages.events.get(ANNOUNCEMENT.event);
  if (event === undefined) throw new Error('config/messages/events declares no "announcement"');
  return categoryOf(model, event);
}
