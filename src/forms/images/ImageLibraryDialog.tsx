import { useEffect, useState } from 'react';
import { imageFacts, imageUrl } from '../../../domain/values/images.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ImageServices, StoredImage } from '../shared/formServices.ts';
import { AltField } from './AltField.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { thumbnailUrl } from './thumbnailUrl.ts';
import layout from '../../ui/layout.module.css';
import styles from './images.module.css';

export interface ImageLibraryDialogProps {
  images: ImageServices;
  asksAlt: boolean;
  onClose: () => void;
  onDone: (image: StoredImage) => void;
  onUpload: (file: File) => void;
}

const PAGE = 24;
const PAUSE = 250;

/** The stored pictures, newest first. */
export function ImageLibraryDialog({ images, asksAlt, onClose, onDone, onUpload }: ImageLibraryDialogProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<StoredImage | null>(null);
  const [alt, setAlt] = useState('');
  const { found, total, fault, isLoading, more, retry } = useLibrary(images, typed);
  const use = (image: StoredImage | null) => image && onDone(asksAlt ? { ...image, alt: alt.trim() } : image);
  return (
    <Dialog
      title="Choose an image"
      width={860}
      closeButton
      onClose={onClose}
      actions={
        <>
          <ChooseFile label="Upload another" onFile={onUpload} />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen === null} onClick={() => use(chosen)}>
            Use image
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <TextField
          label="Search"
          type="search"
          placeholder="Name or description"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {fault !== null && (
          <Banner
            tone="error"
            actions={
              <Button size="small" onClick={retry}>
                Retry
              </Button>
            }
          >
            {fault}
          </Banner>
        )}
        {found === null && fault === null && <Loading label="Loading the images" lines={4} lineHeight={96} />}
        {found?.length === 0 && (
          <p className={styles.none}>
            {typed === '' ? 'No images have been uploaded yet.' : `No image is named “${typed}”.`}
          </p>
        )}
        {found !== null && found.length > 0 && (
          <ul className={styles.grid} aria-label="Images">
            {found.map((image) => (
              <li key={image.file}>
                <button
                  type="button"
                  className={classNames(styles.tile, image.file === chosen?.file && styles.chosen)}
                  aria-pressed={image.file === chosen?.file}
                  onClick={() => {
                    setChosen(image);
                    setAlt(image.alt);
                  }}
                  onDoubleClick={() => !asksAlt && use(image)}
                >
                  <img src={thumbnailUrl(image.file)} alt={image.alt} loading="lazy" />
                  <span className={styles.tileName}>{image.name}</span>
                  <small>{imageSize(image.file)}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found !== null && found.length < total && (
          <Button busy={isLoading} onClick={more}>
            Show more
          </Button>
        )}
        {asksAlt && chosen && <AltField alt={alt} onAlt={setAlt} />}
      </div>
    </Dialog>
  );
}

function imageSize(file: string): string {
  const facts = imageFacts(file);
  return facts ? `${facts.width} × ${facts.height}` : imageUrl(file);
}

interface Found {
  text: string;
  images: StoredImage[];
  total: number;
}

/** Paginated and debounced. */
function useLibrary(images: ImageServices, typed: string) {
  const [found, setFound] = useState<Found | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(
      () => {
        images.find({ q: typed.trim(), from: 0, count: PAGE }).then(
          (answer) => {
            if (stale) return;
            setFault(null);
            setFound({ text: typed, ...answer });
          },
          (error: unknown) => {
            if (!stale) setFault(failureText(error));
          },
        );
      },
      typed === '' ? 0 : PAUSE,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [images, typed, attempt]);
  const more = async () => {
    if (!found) return;
    setIsLoading(true);
    try {
      const next = await images.find({ q: found.text.trim(), from: found.images.length, count: PAGE });
      setFound({ ...found, images: [...found.images, ...next.images], total: next.total });
    } catch (error) {
      setFault(failureText(error));
    }
    setIsLoading(false);
  };
  return {
    found: found?.images ?? null,
    total: found?.total ?? 0,
    fault,
    isLoading,
    more: () => void more(),
    retry: () => setAttempt(attempt + 1),
  };
}

function failureText(error: unknown): string {
  return error instanceof Error ? error.message : 'The images could not be loaded.';
}
