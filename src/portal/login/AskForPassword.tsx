import { Link } from 'react-router-dom';
import type { LoginWays } from '../../../domain/values/login-problems.ts';
import { useModel } from '../../app/useModel.ts';

/** How people get a new password for an account that has it here. */
export function AskForPassword({ ways: { newPasswords, providers } }: { ways: LoginWays }) {
  const { site } = useModel();
  if (newPasswords === 'mail') return <Link to="/login/forgot">Forgot password?</Link>;
  if (newPasswords === 'staff')
    return <>Forgot your password? Ask the administrators of {site.productName} for a new one.</>;
  return (
    <>
      Forgot your password? Change it at the service that you log in with
      {providers.length > 0 && <>: {providers.map(({ label }) => label).join(', ')}</>}.
    </>
  );
}
