import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Card } from '../../ui/Card.tsx';
import { PairByCode } from './PairByCode.tsx';
import { PairHere, type PairHereProps } from './PairHere.tsx';

/** An administrator who is logged in confirms here; for everyone else the device shows a code. */
export function PairDevice({ title, ...props }: PairHereProps & { title: string }) {
  const { roles: declared } = useModel();
  const { isLoggedIn, roles } = useSession();
  const isAdministrator =
    isLoggedIn &&
    declared.some(({ name, capabilities }) => roles.includes(name) && capabilities.includes('everything'));
  return <Card title={title}>{isAdministrator ? <PairHere {...props} /> : <PairByCode kind={props.kind} />}</Card>;
}
