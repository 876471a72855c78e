import { linkHref, typedLink } from '../../../domain/values/links.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Combobox } from '../shared/Combobox.tsx';
import { useFormEnvironment } from '../shared/FormEnvironment.ts';
import type { Option } from '../shared/formServices.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import styles from './inputs.module.css';

/** An address: a page of the site, found by autocomplete, or any full address. */
export function LinkInput(props: WidgetProps) {
  const { services } = useFormEnvironment();
  const address = typeof props.value === 'string' ? props.value : '';
  const href = linkHref(address);
  return (
    <>
      <Combobox
        input={inputAttributes(props)}
        listLabel={props.label}
        selected={address === '' ? null : { value: address, label: address }}
        source={services.findLinks ? { search: services.findLinks } : { list: [] }}
        own={ownAddress}
        placeholder="Find a page, or type an address"
        onSelect={(option) => props.onChange(option?.value)}
      />
      {href !== null && (
        <a className={styles.tryLink} href={href} target="_blank" rel="noreferrer">
          <Icon name="external-link" size={14} />
          Open {address} in a new tab
        </a>
      )}
    </>
  );
}

/** "campus.example/map" is offered as typed; other text may be meant as a search. */
export function ownAddress(text: string): { option: Option; isWhole: boolean } {
  return wholeAddress(text) ?? { isWhole: false, option: { value: text, label: text, hint: 'As typed' } };
}

/** Text that is unambiguously an address, or null. */
export function wholeAddress(text: string): { option: Option; isWhole: true } | null {
  const address = typedLink(text);
  return linkHref(address) === null
    ? null
    : { isWhole: true, option: { value: address, label: address, hint: 'This address' } };
}
