import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token of a mail's link, ?link=. Whoever has it may choose for its reader, so it leaves the address, and with it the history, as soon
 * as it is read, and is forgotten with the page.
 */
export function useMailLink(): { link: string | null; leave: () => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get('link');
  const [link, setLink] = useState(given);
  if (given !== null && given !== link) setLink(given);
  useEffect(() => {
    if (given !== null) void navigate(pathname, { replace: true });
  }, [given, pathname, navigate]);
  return { link, leave: () => setLink(null) };
}
