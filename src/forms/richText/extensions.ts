import StarterKit from '@tiptap/starter-kit';
import { Details, Summary } from './details.ts';
import { frames } from './frames.ts';
import { HEADING_LEVELS } from './headings.ts';
import { MarkedWords } from './markedWords.ts';
import { tagMarks } from './marks.ts';
import { Figcaption, Figure, FigurePicture, Picture } from './pictures.ts';
import { Table, TableCell, TableHeader, TableRow } from './tables.ts';

/** The editor's schema; html/unformattable.ts lists what it does not support. */
export function richTextExtensions(frameHosts: readonly string[]) {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
    }),
    Picture,
    Figure,
    FigurePicture,
    Figcaption,
    Table,
    TableRow,
    TableCell,
    TableHeader,
    Details,
    Summary,
    frames(frameHosts),
    MarkedWords,
    ...tagMarks,
  ];
}
