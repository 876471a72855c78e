export type Labels = Readonly<Record<string, string | number>>;
export type Sample = readonly [labels: Labels, value: number, suffix?: '_bucket' | '_sum' | '_count'];

export function metric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(
    ([labels, value, suffix = '']) => `${name}${suffix}${labelText(labels)} ${valueText(value)}`,
  );
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...lines,
    '',
  ].join('\n');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function valueText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}
