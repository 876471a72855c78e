import { downloadName, imageUrl } from '../../../domain/values/images.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { apiResponse } from '../../app/api.ts';
import { uploadBytes } from '../../app/uploadFile.ts';
import type { ImageServices, StoredImage } from '../../forms/shared/formServices.ts';
import { dataProvider } from './dataProvider.ts';

/** Pictures of the site: adding one, finding one, and cutting another part out of one. */
export const imageServices: ImageServices = {
  upload: async (file, { crop, alt, use, ...progress }) => {
    const query = new URLSearchParams({
      use,
      ...(crop ? { crop: [crop.x, crop.y, crop.width, crop.height].join(',') } : {}),
    });
    const headers = alt === '' ? {} : { 'x-alt-text': encodeURIComponent(alt) };
    return storedImage(await uploadBytes<Row>(`/api/content/images?${query}`, file, headers, progress));
  },
  find: async ({ q, from, count }) => {
    const page = Math.floor(from / count) + 1;
    const { data, total = 0 } = await dataProvider.getList('images', {
      filter: q === '' ? {} : { q },
      pagination: { page, perPage: count },
      sort: { field: 'createdAt', order: 'DESC' },
    });
    return { images: (data as Row[]).map(storedImage), total };
  },
  read: async (file) => {
    const [response, { data }] = await Promise.all([
      apiResponse(imageUrl(file), { headers: { accept: 'image/*' } }),
      dataProvider.getList('images', {
        filter: { file },
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'ASC' },
      }),
    ]);
    const bytes = await response.blob();
    const stored = data[0] ? storedImage(data[0] as Row) : null;
    const name = downloadName(stored?.name ?? file, file);
    return { picture: new File([bytes], name, { type: bytes.type }), alt: stored?.alt ?? '' };
  },
};

function storedImage(row: Row): StoredImage {
  return {
    file: String(row['file']),
    name: String(row['name']),
    alt: typeof row['alt'] === 'string' ? row['alt'] : '',
  };
}
