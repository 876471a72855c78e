import { useState, type CSSProperties, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Popover } from '../../src/console/engine/Popover.tsx';
import { Combobox, type ComboboxProps } from '../../src/forms/shared/Combobox.tsx';
import type { Option } from '../../src/forms/shared/formServices.ts';
import { Button } from '../../src/ui/Button.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { Menu, type MenuItem } from '../../src/ui/Menu.tsx';
import { editorPage } from './editor-page.tsx';

/** The patterns of the ARIA Authoring Practices Guide, by the keys that they name. */

const press = (keys: string) => userEvent.keyboard(keys);
/** Once it is there. */
const focusOn = async (locator: Locator) => {
  await expect.element(locator).toBeInTheDocument();
  const element = locator.element();
  if (element instanceof HTMLElement) element.focus();
};

/** What is placed again in the next frame is there in the one after it. */
const twoFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

/** Something at a place in the window. */
function At({ children, ...place }: CSSProperties & { children: ReactNode }) {
  return <div style={{ position: 'fixed', ...place }}>{children}</div>;
}

/** Whether all of it lies within the window. */
function isWhole(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
}

describe('a menu button', () => {
  const ITEMS: MenuItem[] = [
    { key: 'bold', label: 'Bold' },
    { key: 'copy', label: 'Copy' },
    { key: 'cut', label: 'Cut', disabled: true },
    { key: 'paste', label: 'Paste', group: 'Clipboard' },
  ];

  function Buttons({ items = ITEMS }: { items?: MenuItem[] }) {
    return (
      <>
        <button type="button">Before</button>
        <Menu
          label="Edit"
          items={items}
          trigger={(props) => (
            <button type="button" {...props}>
              Edit
            </button>
          )}
        />
        <button type="button">After</button>
      </>
    );
  }

  const trigger = () => page.getByRole('button', { name: 'Edit' });
  const menu = () => page.getByRole('menu', { name: 'Edit' });
  const item = (name: string) => page.getByRole('menuitem', { name });

  test.each([
    ['{Enter}', 'Bold'],
    [' ', 'Bold'],
    ['{ArrowDown}', 'Bold'],
    ['{ArrowUp}', 'Paste'],
  ])('%j opens it at %s', async (key, name) => {
    await render(<Buttons />);
    await focusOn(trigger());
    await press(key);
    await expect.element(item(name)).toHaveFocus();
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'true');
  });

  test('arrows go round, Home and End to the ends, letters to what begins with them', async () => {
    await render(<Buttons />);
    await focusOn(trigger());
    for (const [keys, name] of [
      ['{Enter}{ArrowUp}', 'Paste'],
      ['{ArrowDown}', 'Bold'],
      ['{End}', 'Paste'],
      ['{Home}', 'Bold'],
      ['c', 'Copy'],
      ['c', 'Cut'],
      ['C', 'Copy'],
    ] as const) {
      await press(keys);
      await expect.element(item(name)).toHaveFocus();
    }
  });

  test.each(['Control', 'Meta', 'Alt'])('a letter with %s is not its own', async (modifier) => {
    await render(<Buttons />);
    await focusOn(trigger());
    await press('{Enter}');
    await expect.element(item('Bold')).toHaveFocus();
    const keys: boolean[] = [];
    const note = (event: KeyboardEvent) => event.key.length === 1 && keys.push(event.defaultPrevented);
    document.addEventListener('keydown', note);
    await press(`{${modifier}>}p{/${modifier}}`);
    document.removeEventListener('keydown', note);
    expect(keys).toEqual([false]);
    await expect.element(item('Bold')).toHaveFocus();
  });

  test.each([
    ['{Escape}', 'Edit'],
    ['{Tab}', 'After'],
    ['{Shift>}{Tab}{/Shift}', 'Before'],
  ])('%s closes it, with the focus on %s', async (keys, name) => {
    await render(<Buttons />);
    await focusOn(trigger());
    await press('{Enter}{ArrowDown}');
    await expect.element(item('Copy')).toHaveFocus();
    await press(keys);
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveFocus();
  });

  test('a disabled item can be reached and does nothing, another is taken once', async () => {
    const taken: string[] = [];
    await render(<Buttons items={ITEMS.map((one) => ({ ...one, onSelect: () => taken.push(one.key) }))} />);
    await focusOn(trigger());
    await press('{Enter}{ArrowDown}{ArrowDown}');
    await expect.element(item('Cut')).toHaveFocus();
    await press('{Enter}');
    await expect.element(menu()).toBeVisible();
    await press('{ArrowUp}{Enter}');
    await expect.element(trigger()).toHaveFocus();
    expect(taken).toEqual(['copy']);
  });

  test('a heading names the group of its items', async () => {
    await render(<Buttons />);
    await trigger().click();
    await expect
      .element(page.getByRole('group', { name: 'Clipboard' }).getByRole('menuitem', { name: 'Paste' }))
      .toBeVisible();
  });

  test('Escape closes it, and not the dialog around it', async () => {
    const closed: string[] = [];
    await render(
      <Dialog title="Around" onClose={() => closed.push('dialog')}>
        <Buttons />
      </Dialog>,
    );
    await focusOn(trigger());
    await press('{Enter}');
    await expect.element(item('Bold')).toHaveFocus();
    await press('{Escape}');
    await expect.element(menu()).not.toBeInTheDocument();
    expect(closed).toEqual([]);
    await press('{Escape}');
    await expect.poll(() => closed).toEqual(['dialog']);
  });

  test.each([
    ['lower left', { left: 0, bottom: 0 }],
    ['lower right', { right: 0, bottom: 0 }],
    ['upper right', { right: 0, top: 0 }],
  ])('in the %s corner all of it is in view', async (_corner, place) => {
    const items = Array.from({ length: 8 }, (_, index) => ({ key: String(index), label: `Item ${index}` }));
    await render(
      <At {...place}>
        <Menu label="Corner" items={items} trigger={(props) => <button {...props}>Open</button>} />
      </At>,
    );
    await page.getByRole('button', { name: 'Open' }).click();
    const panel = page.getByRole('menu', { name: 'Corner' });
    await expect.element(panel).toBeVisible();
    await expect.poll(() => isWhole(panel.element())).toBe(true);
  });
});

describe('a panel at its button', () => {
  function Panel({ lines: initial }: { lines: number }) {
    const [open, setOpen] = useState(false);
    const [lines, setLines] = useState(initial);
    return (
      <Popover
        label="Filter"
        open={open}
        onOpenChange={setOpen}
        trigger={(attributes) => <button {...attributes}>Open</button>}
      >
        {lines < 12 && <Button onClick={() => setLines(12)}>More</Button>}
        {Array.from({ length: lines }, (_, index) => (
          <p key={index}>Line {index}</p>
        ))}
        <Button>Apply</Button>
      </Popover>
    );
  }

  test('is measured again when its content grows, and flips where there is more room', async () => {
    await render(
      <At left={0} bottom={240}>
        <Panel lines={1} />
      </At>,
    );
    const button = page.getByRole('button', { name: 'Open' });
    await button.click();
    const panel = page.getByRole('dialog', { name: 'Filter' });
    const isBelow = () => panel.element().getBoundingClientRect().top > button.element().getBoundingClientRect().top;
    await expect.poll(() => isWhole(panel.element()) && isBelow()).toBe(true);
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByText('Line 11')).toBeInTheDocument();
    await expect.poll(() => isWhole(panel.element()) && !isBelow()).toBe(true);
    expect(isWhole(page.getByRole('button', { name: 'Apply' }).element())).toBe(true);
  });

  test('that is higher than the window scrolls within itself', async () => {
    await render(
      <At left={0} top={300}>
        <Panel lines={80} />
      </At>,
    );
    await page.getByRole('button', { name: 'Open' }).click();
    const panel = page.getByRole('dialog', { name: 'Filter' });
    await expect.poll(() => isWhole(panel.element())).toBe(true);
    const apply = page.getByRole('button', { name: 'Apply' }).element();
    apply.scrollIntoView({ block: 'nearest' });
    expect(isWhole(apply)).toBe(true);
    window.dispatchEvent(new Event('resize'));
    await twoFrames();
    expect(isWhole(apply)).toBe(true);
  });

  test('keeps the focus from step to step; Escape closes it and returns to the button', async () => {
    await render(<Panel lines={1} />);
    await focusOn(page.getByRole('button', { name: 'Open' }));
    await press('{Enter}');
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
    await press('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Apply' })).toHaveFocus();
    await press('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });
});

describe('a combobox', () => {
  const PLACES: Option[] = ['Makeshop', 'Library', 'Laser room', 'Wood shop'].map((label, index) => ({
    value: index,
    label,
  }));

  interface Taken {
    values: (Option['value'] | null)[];
    submitted: number;
  }

  async function places(given: Partial<ComboboxProps> = {}): Promise<Taken> {
    const taken: Taken = { values: [], submitted: 0 };
    function Place() {
      const [selected, setSelected] = useState<Option | null>(given.selected ?? null);
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            taken.submitted += 1;
          }}
        >
          <Combobox
            input={{ id: 'place', 'aria-label': 'Place' }}
            listLabel="Places"
            source={{ list: PLACES }}
            {...given}
            selected={selected}
            onSelect={(option) => {
              taken.values.push(option?.value ?? null);
              setSelected(option);
            }}
          />
        </form>
      );
    }
    await render(<Place />);
    await focusOn(box());
    return taken;
  }

  const box = () => page.getByRole('combobox', { name: 'Place' });
  const value = () => (box().element() as HTMLInputElement).value;
  const caret = () => (box().element() as HTMLInputElement).selectionStart;
  /** The words of the option that has the attention. */
  const active = () =>
    document.getElementById(box().element().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  const options = () => [...document.querySelectorAll('[role=option]')];
  const isOpen = () => box().element().getAttribute('aria-expanded') === 'true';

  test('nothing is active before it has been moved to, and what is active is not selected', async () => {
    await places({ selected: { value: 1, label: 'Library' } });
    await press('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(() => options().length).toBe(4);
    expect(active()).toBeNull();
    await press('{ArrowDown}');
    await expect.poll(active).toBe('Makeshop');
    const selected = options().filter((one) => one.getAttribute('aria-selected') === 'true');
    expect(selected.map((one) => one.textContent)).toEqual(['Library']);
  });

  test('arrows open it and go round', async () => {
    await places();
    for (const [keys, name] of [
      ['{ArrowDown}', 'Makeshop'],
      ['{ArrowUp}', 'Wood shop'],
      ['{ArrowDown}', 'Makeshop'],
      ['{ArrowDown}', 'Library'],
    ] as const) {
      await press(keys);
      await expect.poll(active).toBe(name);
    }
    await press('{Escape}');
    await expect.poll(isOpen).toBe(false);
    await press('{ArrowUp}');
    await expect.poll(active).toBe('Wood shop');
  });

  test('Enter takes what was moved to', async () => {
    const taken = await places();
    await press('shop{ArrowDown}{ArrowDown}');
    await expect.poll(active).toBe('Wood shop');
    await press('{Enter}');
    await expect.poll(() => taken.values).toEqual([3]);
    await expect.poll(value).toBe('Wood shop');
    expect(isOpen()).toBe(false);
  });

  test('Enter selects nothing that is only partly typed, and submits nothing else instead', async () => {
    const taken = await places({ selected: { value: 1, label: 'Library' } });
    await userEvent.fill(box(), 'shop');
    await expect.poll(() => options().length).toBe(2);
    await press('{Enter}');
    await expect.poll(isOpen).toBe(true);
    expect(value()).toBe('shop');
    expect(taken).toEqual({ values: [], submitted: 0 });
  });

  test('Enter takes what is called as it is typed', async () => {
    const taken = await places();
    await press('library{Enter}');
    await expect.poll(() => taken.values).toEqual([1]);
  });

  test('Enter with the list closed and nothing typed is the form’s', async () => {
    const taken = await places({ selected: { value: 1, label: 'Library' } });
    await press('{Enter}');
    await expect.poll(() => taken.submitted).toBe(1);
  });

  test('typing on takes the attention off the option, so that Enter does not take another one in its place', async () => {
    const taken = await places();
    await press('la{ArrowDown}');
    await expect.poll(active).toBe('Laser room');
    await press('s');
    await expect.poll(active).toBeNull();
    await press('{Enter}');
    expect(taken.values).toEqual([]);
  });

  test('a list that changes later does not change what was moved to', async () => {
    const answers: ((options: Option[]) => void)[] = [];
    const taken = await places({
      source: { search: () => new Promise((resolve) => answers.push(resolve)) },
    });
    await press('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(PLACES);
    await expect.poll(() => options().length).toBe(4);
    await press('l{ArrowDown}{ArrowDown}');
    await expect.poll(active).toBe('Library');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(PLACES.slice(2));
    await expect.poll(() => options().length).toBe(2);
    expect(active()).toBeNull();
    await press('{Enter}');
    expect(taken.values).toEqual([]);
  });

  test('Home and End move the caret, and the attention back to the text', async () => {
    await places();
    await press('shop{ArrowDown}');
    await expect.poll(active).toBe('Makeshop');
    await press('{Home}');
    await expect.poll(active).toBeNull();
    expect(caret()).toBe(0);
    await press('{ArrowDown}{End}');
    await expect.poll(active).toBeNull();
    expect(caret()).toBe(4);
  });

  test('Escape closes the list, then clears what was typed, and is the dialog’s only then', async () => {
    const closed: string[] = [];
    function Around() {
      return (
        <Dialog title="Around" onClose={() => closed.push('dialog')}>
          <Combobox
            input={{ id: 'place', 'aria-label': 'Place' }}
            listLabel="Places"
            selected={null}
            source={{ list: PLACES }}
            onSelect={() => undefined}
          />
        </Dialog>
      );
    }
    await render(<Around />);
    await focusOn(box());
    await press('sho');
    await expect.poll(isOpen).toBe(true);
    await press('{Escape}');
    await expect.poll(isOpen).toBe(false);
    expect(value()).toBe('sho');
    await press('{Escape}');
    await expect.poll(value).toBe('');
    expect(closed).toEqual([]);
    await press('{Escape}');
    await expect.poll(() => closed).toEqual(['dialog']);
  });

  test('its list is in view at the lower edge of the window, and as wide as its input', async () => {
    await render(
      <At left={20} bottom={8} width={300}>
        <Combobox
          input={{ id: 'place', 'aria-label': 'Place' }}
          listLabel="Places"
          selected={null}
          source={{ list: PLACES }}
          onSelect={() => undefined}
        />
      </At>,
    );
    await box().click();
    const list = page.getByRole('listbox', { name: 'Places' });
    await expect.element(list).toBeVisible();
    await expect.poll(() => isWhole(list.element())).toBe(true);
    expect(list.element().getBoundingClientRect().width).toBeCloseTo(300, 0);
  });
});

describe('a modal dialog', () => {
  function Opened({ children }: { children: (close: () => void) => ReactNode }) {
    const [open, setOpen] = useState(false);
    return (
      <div style={{ height: 3000 }}>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && children(() => setOpen(false))}
      </div>
    );
  }

  const opener = () => page.getByRole('button', { name: 'Open' });

  test('locks the page behind it, keeps the focus and gives it back', async () => {
    const { container } = await render(
      <Opened>
        {(close) => (
          <Dialog title="Sizes" onClose={close} closeButton>
            <input aria-label="Width" />
          </Dialog>
        )}
      </Opened>,
    );
    await focusOn(opener());
    const width = container.clientWidth;
    await press('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Sizes' });
    await expect.element(dialog).toHaveAttribute('aria-modal', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Width' })).toHaveFocus();
    const root = () => getComputedStyle(document.documentElement).overflowY;
    expect(root()).toBe('hidden');
    expect(container.clientWidth).toBe(width);
    for (let presses = 0; presses < 4; presses += 1) {
      await press('{Tab}');
      expect(document.activeElement).not.toBe(opener().element());
    }
    await focusOn(opener());
    expect(document.activeElement).not.toBe(opener().element());
    await press('{Escape}');
    await expect.element(opener()).toHaveFocus();
    expect(root()).toBe('visible');
  });

  test('that asks is described by what it says', async () => {
    await render(
      <Dialog role="alertdialog" title="Delete “Map”?" answer={{ label: 'Delete' }} onClose={() => undefined}>
        It cannot be brought back.
      </Dialog>,
    );
    await expect
      .element(page.getByRole('alertdialog', { name: 'Delete “Map”?' }))
      .toHaveAccessibleDescription('It cannot be brought back.');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });
});

test('a card is added from a menu: by letters, with what each kind is for', async () => {
  await editorPage();
  await focusOn(page.getByRole('button', { name: 'Add a card' }));
  await press('{ArrowDown}d');
  const kind = page.getByRole('menu', { name: 'Add a card' }).getByRole('menuitem', { name: 'Divider' });
  await expect.element(kind).toHaveFocus();
  expect(kind.element().getAttribute('aria-describedby')).not.toBeNull();
  await expect.poll(() => isWhole(kind.element())).toBe(true);
  await press('{Enter}');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Divider' })).toBeVisible();
});
