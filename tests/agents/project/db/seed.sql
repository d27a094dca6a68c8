CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT, email TEXT, phone TEXT, iban TEXT);

INSERT INTO employees (id, full_name, email, phone, iban) VALUES
  (1, 'Maximiliane Obermayer', 'm.obermayer@harbour-books.example', '+49 89 23125 077', 'BE68539007547034'),
  (2, 'Dmitri Volkonsky', 'volkonsky@harbour-books.example', '+1 415-555-0176', 'CH9300762011623852957'),
  (3, 'Caoimhe O''Sullivan', 'caoimhe@harbour-books.example', '+353 21 555 0121', 'SE4550000000058398257466');

UPDATE employees SET phone = '+1 415-555-0199' WHERE email = 'volkonsky@harbour-books.example';
-- Requested by Seraphina Whitlock.
