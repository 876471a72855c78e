/** Names of today for zones that Intl lists under an earlier name of theirs only. It takes both. */
const RENAMED = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
];

/** The IANA zones that can be chosen, UTC first. */
export function timeZones(): string[] {
  return [
    'UTC',
    ...[...new Set([...Intl.supportedValuesOf('timeZone'), ...RENAMED])].filter((zone) => zone !== 'UTC').toSorted(),
  ];
}
