/** The house in lines: arches behind arches, the innermost lit. */
export function Arcade({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 420 360" fill="none" aria-hidden="true" preserveAspectRatio="xMidYMax meet">
      {arches.map(({ width, top, opacity, line }, index) => (
        <path
          key={width}
          d={archPath(width, top)}
          stroke={index === arches.length - 1 ? 'var(--color-gold)' : 'currentColor'}
          strokeOpacity={opacity}
          strokeWidth={line}
        />
      ))}
      <path d="M0 358.500h420" stroke="currentColor" strokeOpacity="0.350" strokeWidth="1.500" />
      <path d="M196 358 A14 14 0 0 1 224 358Z" fill="var(--color-gold)" />
    </svg>
  );
}

const arches = [
  { width: 400, top: 20, opacity: 0.16, line: 1.5 },
  { width: 328, top: 58, opacity: 0.26, line: 1.75 },
  { width: 260, top: 96, opacity: 0.4, line: 2 },
  { width: 196, top: 134, opacity: 0.6, line: 2.5 },
  { width: 136, top: 176, opacity: 0.85, line: 3 },
  { width: 82, top: 222, opacity: 1, line: 4 },
];

function archPath(width: number, top: number): string {
  const left = 210 - width / 2;
  const radius = width / 2;
  return `M${left} 358V${top + radius}A${radius} ${radius} 0 0 1 ${left + width} ${top + radius}V358`;
}
