import type { Placeholder, PlaceholderValue, PlaceholderValues } from '../../../domain/messages/message-template.ts';

/** An example value for each placeholder, recognizable as such. `at`: an ISO 8601 instant. */
export function exampleValues(placeholders: Readonly<Record<string, Placeholder>>, at: string): PlaceholderValues {
  return Object.fromEntries(
    Object.entries(placeholders).map(([name, placeholder]) => [name, placeholderExample(placeholder, at)]),
  );
}

function placeholderExample({ title, kind }: Placeholder, at: string): PlaceholderValue {
  const words = `[Example: ${title}]`;
  switch (kind) {
    case 'text':
      return words;
    case 'lines':
      return `${words}\n[Second line]`;
    case 'link':
      return { text: words, path: '/' };
    case 'html':
      return `<p>[Example: ${title.replace(/[<&]/g, '')}]</p>`;
    case 'dateTime':
      return at;
    case 'date':
      return at.slice(0, 10);
    case 'money':
      return 1250;
  }
}
