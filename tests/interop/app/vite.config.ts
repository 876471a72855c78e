import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  // A single React: that of this package, also for modules imported from elsewhere.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: { admin: join(import.meta.dirname, 'index.html'), form: join(import.meta.dirname, 'form.html') },
    },
  },
});
