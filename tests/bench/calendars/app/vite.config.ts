import { defineConfig } from 'vite';
import { customMedia } from '../../../../scripts/custom-media.ts';

export default defineConfig({
  plugins: [customMedia()],
  // A single React for the calendars that need it: that of this package.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: { emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5_000, modulePreload: false },
});
