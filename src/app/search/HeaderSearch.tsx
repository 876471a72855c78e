import { useId, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { docsPath } from '../../../domain/content/documentation-search.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { createLazyModule, useLazyModule } from '../lazyModule.ts';
import type { Listbox } from './SearchPreview.tsx';
import styles from './HeaderSearch.module.css';

const previewModule = createLazyModule(() => import('./SearchPreview.tsx'));

/** The search in the header: a combobox with a preview of the results; without JavaScript, a form that leads to /docs. */
export function HeaderSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [listbox, setListbox] = useState<Listbox | null>(null);
  const { module, hasFailed } = useLazyModule(previewModule, isWanted || text !== '');
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const icon = useRef<HTMLButtonElement>(null);
  const fold = (returnFocus: boolean) => {
    setIsUnfolded(false);
    if (returnFocus) requestAnimationFrame(() => icon.current?.focus());
  };
  const done = () => {
    setText('');
    fold(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    done();
    void navigate(docsPath(text));
  };
  return (
    <>
      <form
        ref={form}
        role="search"
        action="/docs"
        className={styles.form}
        data-unfolded={isUnfolded}
        onSubmit={submit}
        aria-label="Documentation"
      >
        <SearchInput
          ref={input}
          listbox={listbox}
          value={text}
          onFocus={() => setIsWanted(true)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && isUnfolded && fold(true)}
        />
        {text !== '' && (
          <IconButton
            icon="x"
            label="Clear the search"
            size="small"
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          />
        )}
        <IconButton
          icon="chevron-left"
          label="Close the search"
          className={styles.fold ?? ''}
          onClick={() => fold(true)}
        />
        {module !== null && (
          <module.SearchPreview text={text} input={input} form={form} onListbox={setListbox} onDone={done} />
        )}
        {hasFailed && text !== '' && <SearchFailed />}
      </form>
      <IconButton
        ref={icon}
        icon="search"
        label="Search Docs"
        className={styles.icon ?? ''}
        onClick={() => {
          setIsUnfolded(true);
          requestAnimationFrame(() => input.current?.focus());
        }}
      />
    </>
  );
}

function SearchFailed() {
  return (
    <div role="alert" className={styles.failed}>
      The search could not be loaded. Check your connection and try again.
      <Button size="small" icon="refresh-cw" onClick={previewModule.load}>
        Try again
      </Button>
    </div>
  );
}

function SearchInput({ listbox, ...input }: ComponentProps<'input'> & { listbox: Listbox | null }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={styles.lens}>
        <Icon name="search" />
        <span className="visually-hidden">Search Docs</span>
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        name="search"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        placeholder="Search Docs"
        autoComplete="off"
        maxLength={200}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listbox !== null}
        aria-controls={listbox?.id}
        aria-activedescendant={listbox?.activeId}
      />
    </>
  );
}
