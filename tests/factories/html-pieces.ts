import fc from 'fast-check';

/** Pieces of markup as people, editors and attackers write it; put together at random they are HTML of every kind of disorder. */
const PIECES = [
  '<p>', '</p>', '<b>', '</b>', '<i>', '</i>', '<a href="/x">', '<a href="https://campus.example/">', '</a>', '<div>', '</div>', '<ul>', '</ul>', '<ol start="3">',
  '</ol>', '<li>', '</li>', '<dl>', '<dt>', '<dd>', '</dl>', '<h1>', '<h2>', '</h2>', '<h3>', '</h3>', '<table>', '</table>', '<caption>', '<thead>', '<tbody>', '<tr>',
  '</tr>', '<td>', '<td colspan="2">', '</td>', '<th scope="col">', '</th>', '<br>', '<hr>', '<pre>', '</pre>', '\n', '  ', 'text', '&amp;', '&lt;b&gt;', '&nbsp;', '<', '>', '"',
  '<span>', '</span>', '<blockquote>', '</blockquote>', '<details>', '<summary>', '</details>', '<figure>', '<figcaption>', '</figure>', '<code>', '</code>',
  `<img src="/api/Content/${'ab'.repeat(10)}-800x600.webp" alt="A &quot;bench&quot;">`, '<img src=x onerror=hacked=1>', '<script>hacked=1</script>', '<style>', '</style>',
  '<svg>', '</svg>', '<math>', '<mtext>', '<mglyph>', '<annotation-xml encoding="text/html">', '<template>', '</template>', '<noscript>', '</noscript>', '<textarea>', '</textarea>',
  '<title>', '</title>', '<xmp>', '</xmp>', '<select>', '<option>', '</select>', '<form>', '<input>', '<button>', '<iframe src="https://player.example/v">', '</iframe>',
  '<iframe src="javascript:hacked=1" srcdoc="<script>hacked=1</script>">', '<!--', '-->', '<!doctype html>', '<![CDATA[', ']]>', '<p title="</p><img src=x onerror=hacked=1>">',
  '<a href="javascript:hacked=1">', '<p style="x" class="y" id="z" onclick="hacked=1">', '<object data="x">', '</object>', '<plaintext>', '<body onload=hacked=1>', '\u0000', '\r\n',
];

export const disorderlyHtml = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(''));
