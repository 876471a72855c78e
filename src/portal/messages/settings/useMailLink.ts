import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The token grants access to a person's choices, so it leaves the address and the history as soon as it is read. */
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
