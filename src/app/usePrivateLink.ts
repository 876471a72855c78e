import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The token in the fragment, empty without one. It opens an account, so it leaves the address and the history as soon as it is read. */
export function usePrivateLink(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const given = hash.slice(1);
  const [link, setLink] = useState(given);
  if (given !== '' && given !== link) setLink(given);
  useEffect(() => {
    if (given !== '') void navigate(pathname, { replace: true });
  }, [given, pathname, navigate]);
  return link;
}
