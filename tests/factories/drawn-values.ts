import fc from 'fast-check';

/** What properties are tried with is drawn anew for no run: one that fails, fails again. */
fc.configureGlobal({ seed: 20_261_122 });
