/** The notice that a poster is ready; `reason` is the text by staff. */
export function posterReady(reason: string) {
  return {
    event: 'requestStatusChanged',
    audience: 'customer',
    about: { resource: 'submissions', id: 12, title: 'Poster #12', path: '/requests/12' },
    values: {
      request: { text: 'Poster #12', path: '/requests/12' },
      ...{ form: 'Poster', number: '12', status: 'Ready for pickup', reason },
    },
  } as const;
}
