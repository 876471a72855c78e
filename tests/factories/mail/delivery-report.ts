interface Said {
  action?: string;
  status?: string;
  diagnostic?: string;
}

/** What a mail server sends when it gives a mail up, or has something else to say of it. */
export function deliveryReport({
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 No such user',
}: Said = {}) {
  return [
    'From: MAILER-DAEMON@mx.example.edu',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="AB.12/mx.example.edu"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--AB.12/mx.example.edu',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    'Action: delivered',
    'Status: 2.0.0',
    '',
    '--AB.12/mx.example.edu',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.edu',
    'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000',
    '',
    'Final-Recipient: rfc822; ada@example.edu',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--AB.12/mx.example.edu',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Your request',
    '',
    '--AB.12/mx.example.edu--',
    '',
  ].join('\r\n');
}
