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

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Bar {
  /** Below the bar: "5 Oct". */
  label: string;
  /** In the tooltip: "Week of 5 Oct 2026". */
  title: string;
  /** Null: nothing can be computed. */
  value: number | null;
  /** False: its time is not over, or only a part of it is counted. */
  isWhole: boolean;
}

export interface BarChartProps {
  bars: readonly Bar[];
  label: string;
  /** Writes a value on the axis and, with what it is of, in the tooltip: "1,234 views". */
  formatTick: (value: number) => string;
  formatBar: (value: number) => string;
  /** Only whole numbers on the axis. */
  isWhole?: boolean;
}

/** Values in order of time; incomplete ones are lighter. Uses the color tokens, also after a change of theme and on paper. */
export function BarChart(props: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { bars, label, formatTick, formatBar, isWhole = false } = props;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => configuration(element, { bars, label, formatTick, formatBar, isWhole });
    const chart = new Chart(element, draw());
    const redraw = () => {
      const { data, options } = draw();
      Object.assign(chart, { data, options });
      chart.resize();
      chart.update('none');
    };
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const paper = matchMedia('print');
    paper.addEventListener('change', redraw);
    return () => {
      themes.disconnect();
      paper.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [bars, label, formatTick, formatBar, isWhole]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function configuration(
  element: HTMLElement,
  { bars, formatTick, formatBar, isWhole }: BarChartProps,
): ChartConfiguration<'bar', (number | null)[], string> {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const font = { family: token('--font-family'), size: 0.75 * rem };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [
        {
          data: bars.map(({ value }) => value),
          backgroundColor: bars.map((bar) => token(bar.isWhole ? '--color-primary' : '--color-border-strong')),
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
            ...(isWhole ? { precision: 0 } : {}),
            maxTicksLimit: 6,
            callback: (value) => formatTick(Number(value)),
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
            title: ([item]) => (item && bars[item.dataIndex]?.title) ?? '',
            label: ({ parsed }) => formatBar(parsed.y ?? 0),
          },
        },
      },
    },
  };
}
