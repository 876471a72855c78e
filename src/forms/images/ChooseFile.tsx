import { FileButton } from '../../ui/FileButton.tsx';
import type { ComponentProps } from 'react';
import { ACCEPTED } from './imageRules.ts';

interface ChooseFileProps extends Omit<ComponentProps<typeof FileButton>, 'accept' | 'onFiles'> {
  onFile: (file: File) => void;
}

export function ChooseFile({ onFile, ...rest }: ChooseFileProps) {
  return (
    <FileButton
      {...rest}
      accept={ACCEPTED}
      onFiles={([file]) => {
        if (file) onFile(file);
      }}
    />
  );
}
