import { useId, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { docsPath } from '../../../domain/content/documentation-search.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import styles from './DocsScreen.module.css';

/** Works without JavaScript; with it, the search does not reload the document. */
export function DocsForm({ text }: { text: string }) {
  const id = useId();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    if (wanted !== text) void navigate(wanted === '' ? '/docs' : docsPath(wanted));
  };
  return (
    <form role="search" action="/docs" aria-label="This page" className={styles.form} onSubmit={submit}>
      <label htmlFor={id} className="visually-hidden">
        Search the documentation
      </label>
      <TextInput
        id={id}
        type="search"
        name="search"
        defaultValue={text}
        maxLength={200}
        placeholder="Search Docs"
        autoComplete="off"
        enterKeyHint="search"
        className={styles.input ?? ''}
      />
      <Button type="submit" variant="primary" size="large" icon="search">
        Search
      </Button>
    </form>
  );
}
