import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import { formatDay, formatNumber } from '../../values/formats.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface WeeksChartProps {
  weeks: readonly { week: string; views: number; isWhole: boolean }[];
  /** Text alternative of the chart. */
  label: string;
}

/** Views per week as a bar chart; incomplete weeks are lighter. Uses the colour tokens, also after a change of theme. */
export function WeeksChart({ weeks, label }: WeeksChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const chart = new Chart(element, configuration(element, weeks));
    const themes = new MutationObserver(() => {
      const { data, options } = configuration(element, weeks);
      Object.assign(chart, { data, options });
      chart.update('none');
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      themes.disconnect();
      chart.destroy();
    };
  }, [weeks]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function configuration(
  element: HTMLElement,
  weeks: WeeksChartProps['weeks'],
): ChartConfiguration<'bar', number[], string> {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const font = { family: token('--font-family'), size: 0.75 * rem };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    type: 'bar',
    data: {
      labels: weeks.map(({ week }) => shortDay(week)),
      datasets: [
        {
          data: weeks.map(({ views }) => views),
          backgroundColor: weeks.map(({ isWhole }) => token(isWhole ? '--color-primary' : '--color-border-strong')),
          hoverBackgroundColor: token('--color-primary-hover'),
          borderRadius: 4,
          maxBarThickness: 48,
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      ...(calm ? { animation: false as const } : { animation: { duration: 200 } }),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: token('--color-border') },
          ticks: { color: token('--color-quiet'), font, maxRotation: 0, autoSkipPadding: 12 },
        },
        y: {
          beginAtZero: true,
          grid: { color: token('--color-border') },
          border: { display: false },
          ticks: {
            color: token('--color-quiet'),
            font,
            precision: 0,
            maxTicksLimit: 6,
            callback: (value) => formatNumber(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          backgroundColor: token('--color-text'),
          titleColor: token('--color-surface'),
          bodyColor: token('--color-surface'),
          titleFont: font,
          bodyFont: font,
          displayColors: false,
          padding: 10,
          cornerRadius: 8,
          callbacks: {
            title: ([item]) => (item ? `Week of ${formatDay(weeks[item.dataIndex]?.week ?? '')}` : ''),
            label: ({ parsed }) => `${formatNumber(parsed.y ?? 0)} views`,
          },
        },
      },
    },
  };
}

/** "5 Oct": the year is in the table and the tooltip. */
function shortDay(day: string): string {
  return formatDay(day).replace(/ \d{4}$/, '');
}
