export interface TemplateName {
  event: string;
  audience: string;
}

export const LIST_PATH = '/admin/messageTemplates';

export function templatePath({ event, audience }: TemplateName): string {
  return `${LIST_PATH}/${event}/${audience}`;
}

/** "customer" -> "Customer" */
export function audienceLabel(audience: string): string {
  return audience.charAt(0).toUpperCase() + audience.slice(1);
}
