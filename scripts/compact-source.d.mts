export function compactSource(name: string, text: string): string;
