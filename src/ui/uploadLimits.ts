import { formatSize } from './formatSize.ts';
import { largestFile, type UploadRules } from '../../domain/requests/upload-rules.ts';

/** Why a file cannot be uploaded; undefined when it can. Checked before uploading. `usual`: as for largestFile. */
export function uploadRefusal(
  file: { name: string; size: number },
  property: UploadRules,
  usual: number,
): string | undefined {
  const accepted = property['x-accept'];
  if (accepted && !accepted.some((ending) => file.name.toLowerCase().endsWith(ending.toLowerCase()))) {
    return `This kind of file is not accepted. Choose ${joinList(accepted)}.`;
  }
  if (file.size === 0) return 'The file is empty. Choose another one.';
  const limit = largestFile(property, usual);
  if (file.size > limit) {
    return `The file is ${formatSize(file.size)}; the limit is ${formatSize(limit)}. Choose a smaller file.`;
  }
  return undefined;
}

/** The upload limits as text: "PDF or PNG, up to 25 MB each". */
export function describeLimits(property: UploadRules, most: number, usual: number): string {
  const accepted = property['x-accept'];
  const parts = [
    accepted ? joinList(accepted.map((ending) => ending.replace(/^\./, '').toUpperCase())) : undefined,
    `up to ${formatSize(largestFile(property, usual))}${most > 1 ? ' each' : ''}`,
    most > 1 && Number.isFinite(most) ? `at most ${most} files` : undefined,
  ];
  return parts.filter(Boolean).join(', ');
}

function joinList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
