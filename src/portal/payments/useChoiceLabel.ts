import { useResource } from '../../app/useResources.ts';

/** The labels that the schema of a resource gives to the values of a choice. */
export function useChoiceLabel(resource: string, field: string): (value: string) => string {
  const options = useResource(resource)?.fields.find(({ name }) => name === field)?.options ?? [];
  return (value) => options.find((option) => option.value === value)?.label ?? value;
}
