import { useStore } from '../../app/createStore.ts';
import { modelStore } from '../../app/model/modelStore.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Arcade } from './Arcade.tsx';
import { EntryCards } from './EntryCards.tsx';
import { greeting } from './greeting.ts';
import { useStartEntries } from './useStartEntries.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import styles from './HomeScreen.module.css';

export function Screen() {
  const { isLoggedIn } = useSession();
  return isLoggedIn ? <MemberHome /> : <VisitorHome />;
}

function VisitorHome() {
  const { site } = useModel();
  const sections = useStartEntries();
  return (
    <div className={styles.page}>
      <section className={styles.hero} aria-labelledby="welcome">
        <div className={styles.words}>
          <p className={styles.eyebrow}>Campus technology and makeshop</p>
          <h1 id="welcome" className={styles.title} tabIndex={-1}>
            <span>Print it. </span><span>Cut it. </span><span>Build it.</span>
          </h1>
          <p className={styles.lead}>
            {site.productName} is the way into the makeshop: send in a poster, a 3D print or a laser cut, borrow equipment, ask
            a question, and follow each request until you hold the result.
          </p>
          <div className={styles.actions}>
            <ButtonLink to="/login" variant="primary" size="large" icon="log-in">Log in to start</ButtonLink>
          </div>
        </div>
        <Arcade className={styles.picture} />
      </section>
      {sections.map(({ section, entries }) => (
        <section key={section.label} className={styles.section} aria-label={section.label}>
          <h2 className={styles.heading}>What you can do with an account</h2>
          <EntryCards entries={entries} size="large" />
        </section>
      ))}
    </div>
  );
}

function MemberHome() {
  const { userName } = useSession();
  const { displayName } = useStore(modelStore);
  const sections = useStartEntries();
  const isMuch = sections.reduce((count, { entries }) => count + entries.length, 0) > 6;
  return (
    <div className={styles.page}>
      <section className={styles.greeting} aria-labelledby="welcome">
        <div className={styles.words}>
          <p className={styles.eyebrow}>{greeting(new Date().getHours())}</p>
          <h1 id="welcome" className={styles.name} tabIndex={-1}>{displayName ?? userName}</h1>
        </div>
        <Arcade className={styles.smallPicture} />
      </section>
      {sections.map(({ section, entries }) => (
        <section key={section.label} className={styles.section} aria-labelledby={`section-${section.label}`}>
          <h2 id={`section-${section.label}`} className={styles.heading}>{section.label}</h2>
          {section.description !== undefined && <p className={styles.about}>{section.description}</p>}
          <EntryCards entries={entries} size={isMuch ? 'small' : 'large'} />
        </section>
      ))}
    </div>
  );
}
