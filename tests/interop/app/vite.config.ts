import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  // One React for all: that of these packages, also for what imports it from elsewhere.
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
