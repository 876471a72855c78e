import type { Feature } from '../../feature.ts';
import { registerDocuments } from './routes.ts';

export const documents: Feature = { name: 'documents', pages: registerDocuments };
