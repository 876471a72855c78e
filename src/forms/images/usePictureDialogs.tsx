import { useState, type ReactNode } from 'react';
import type { ImageServices, StoredImage } from '../shared/formServices.ts';
import { imageRefusal } from './imageRules.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const ImageUploadDialog = lazyComponent(() =>
  import('./ImageUploadDialog.tsx').then((module) => module.ImageUploadDialog),
);
const ImageLibraryDialog = lazyComponent(() =>
  import('./ImageLibraryDialog.tsx').then((module) => module.ImageLibraryDialog),
);

type Step = { kind: 'closed' } | { kind: 'library' } | { kind: 'upload'; file: File; alt: string };

interface Options {
  images: ImageServices;
  use?: 'photo' | 'icon';
  asksAlt?: boolean;
  onDone: (image: StoredImage) => void;
}

/** The dialogs to upload, select or crop a picture, loaded on demand. */
export function usePictureDialogs({ images, use = 'photo', asksAlt = false, onDone }: Options) {
  const [step, setStep] = useState<Step>({ kind: 'closed' });
  const [fault, setFault] = useState<string | null>(null);
  const close = () => setStep({ kind: 'closed' });
  const done = (image: StoredImage) => {
    close();
    images.onChosen?.(image);
    onDone(image);
  };
  const take = (file: File, alt = '') => {
    const refusal = imageRefusal(file);
    setFault(refusal ?? null);
    setStep(refusal === undefined ? { kind: 'upload', file, alt } : { kind: 'closed' });
  };
  const cropAgain = async (file: string) => {
    setFault(null);
    try {
      const { picture, alt } = await images.read(file);
      setStep({ kind: 'upload', file: picture, alt });
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The image could not be loaded.');
    }
  };
  const openLibrary = () => {
    setFault(null);
    setStep({ kind: 'library' });
  };
  return {
    fault,
    take,
    cropAgain,
    openLibrary,
    isOpen: step.kind !== 'closed',
    dialogs: <CodeBoundary>{dialog()}</CodeBoundary>,
  };

  function dialog(): ReactNode {
    switch (step.kind) {
      case 'closed':
        return null;
      case 'library':
        return <ImageLibraryDialog images={images} asksAlt={asksAlt} onClose={close} onDone={done} onUpload={take} />;
      case 'upload':
        return (
          <ImageUploadDialog images={images} file={step.file} alt={step.alt} use={use} onClose={close} onDone={done} />
        );
    }
  }
}
