import { useEffect, useState } from 'react';
import { MODAL_PDF_HEIGHT } from '../../../domain/values/constants.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { apiResponse } from '../api.ts';
import styles from './ModalDialog.module.css';

const PDF = 'application/pdf';

type Loaded = { address: string } | { fault: string } | null;

/** Files are sent as downloads, which no frame shows, so a PDF is fetched and framed from memory; always as a PDF, for safety. */
export function PdfFrame({ link, title }: { link: string; title: string }) {
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | null = null;
    pdfAt(link, leaving.signal).then(
      (pdf) => {
        if (leaving.signal.aborted) return;
        address = URL.createObjectURL(pdf);
        setLoaded({ address });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setLoaded({ fault: error instanceof Error ? error.message : 'Try again.' });
      },
    );
    return () => {
      leaving.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [link, attempt]);
  const retry = () => {
    setLoaded(null);
    setAttempt(attempt + 1);
  };
  return (
    <>
      {loaded === null && <Loading label={`Loading ${title}`} lines={12} />}
      {loaded !== null && 'fault' in loaded && (
        <ErrorState title="The PDF could not be loaded" onRetry={retry}>
          {loaded.fault}
        </ErrorState>
      )}
      {loaded !== null && 'address' in loaded && <Viewer address={loaded.address} title={title} />}
      <p>
        <a href={link} target="_blank" rel="noreferrer">
          Download the PDF
        </a>
      </p>
    </>
  );
}

/** Browsers of phones have no viewer that a frame could show. */
function Viewer({ address, title }: { address: string; title: string }) {
  return navigator.pdfViewerEnabled ? (
    <iframe className={styles.pdf} src={address} height={MODAL_PDF_HEIGHT} title={title} />
  ) : (
    <p>This browser cannot show a PDF on the page.</p>
  );
}

/** Throws ApiError, or an Error for a file of another type. */
async function pdfAt(link: string, signal: AbortSignal): Promise<Blob> {
  const response = await apiResponse(link, { headers: { accept: PDF }, signal });
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== PDF) throw new Error('This file is not a PDF.');
  return new Blob([await response.arrayBuffer()], { type: PDF });
}
