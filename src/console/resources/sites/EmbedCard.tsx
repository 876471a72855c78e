import { useGetList } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../../domain/declarations/model.ts';
import {
  embedPath,
  EMBED_MESSAGE,
  EMBED_THEMES,
  embedSnippet,
  EMBEDS,
  type Embed,
  type EmbedTheme,
} from '../../../../domain/values/registered-sites.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import layout from '../../../ui/layout.module.css';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import styles from './sites.module.css';

const KINDS: Record<Embed, string> = { hours: 'Opening hours', calendar: 'Calendar', events: 'Upcoming events' };
const THEMES: Record<EmbedTheme, string> = { auto: 'Same as the visitor’s device', light: 'Light', dark: 'Dark' };

/** What to copy into a page of the site, and how it looks there. */
export function EmbedCard({ site, canEmbed }: { site: string; canEmbed: boolean }) {
  const [kind, setKind] = useState<Embed>('hours');
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const [chosen, setChosen] = useState<number | null>(null);
  const { data: places = [] } = useGetList<Row & { id: number }>(
    'locations',
    {
      pagination: { page: 1, perPage: 200 },
      sort: { field: 'displayName', order: 'ASC' },
      filter: { active: true },
    },
    { retry: false },
  );
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  const path = kind !== 'events' && !place ? null : embedPath(kind, place?.id ?? null, theme);
  const title = kind === 'events' ? KINDS.events : `${KINDS[kind]}: ${String(place?.['displayName'] ?? '')}`;
  const snippet = path === null ? '' : embedSnippet(window.location.origin, path, title);
  return (
    <Card title="Embed" description="Paste this into a page of the site. It works on registered sites only.">
      <div className={layout.stack4}>
        {!canEmbed && <Banner tone="warning">{site} is not allowed to embed this. The frame stays empty there.</Banner>}
        <SelectField
          label="What to show"
          value={kind}
          options={EMBEDS.map((value) => ({ value, label: KINDS[value] }))}
          onChange={({ target }) => setKind(EMBEDS.find((value) => value === target.value) ?? 'hours')}
        />
        {kind !== 'events' && (
          <SelectField
            label="Location"
            value={String(place?.id ?? '')}
            options={places.map(({ id, displayName }) => ({ value: String(id), label: String(displayName) }))}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        )}
        <SelectField
          label="Colors"
          value={theme}
          options={EMBED_THEMES.map((value) => ({ value, label: THEMES[value] }))}
          onChange={({ target }) => setTheme(EMBED_THEMES.find((value) => value === target.value) ?? 'auto')}
        />
        {path !== null && (
          <>
            <TextAreaField label="HTML to copy" className={styles.snippet ?? ''} rows={8} value={snippet} readOnly />
            <div>
              <CopyButton text={snippet} label="Copy HTML" />
            </div>
            <Preview key={path} path={path} title={title} />
          </>
        )}
      </div>
    </Card>
  );
}

/** The frame as a page of the site has it, up to a height at which it scrolls. */
function Preview({ path, title }: { path: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(360);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
      if (source !== frame.current?.contentWindow || data?.type !== EMBED_MESSAGE) return;
      if (typeof data.height === 'number') setHeight(Math.min(640, Math.ceil(data.height) + 2));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return <iframe ref={frame} className={styles.preview} style={{ height }} src={path} title={`Preview of ${title}`} />;
}
