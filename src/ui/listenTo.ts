/** Listens, in the capture phase, until the returned function is called. */
export function listenTo<Type extends keyof DocumentEventMap>(
  target: Document | Window,
  listeners: Readonly<Partial<{ [Name in Type]: (event: DocumentEventMap[Name]) => void }>>,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of entries) target.addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of entries) target.removeEventListener(type, listener, true);
  };
}
