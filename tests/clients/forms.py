"""Forms (`multipart/form-data`) as uploads have them."""

from email.parser import BytesParser


def parts(request):
    """The parts of a form by their names: the file's name, if the part is a file, and the content."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    form = BytesParser().parsebytes(head + request.body)
    found = {}
    for part in form.get_payload():
        name = part.get_param("name", header="content-disposition")
        found[name] = (part.get_filename(), part.get_payload(decode=True))
    return found
